// The kinds of loss: how `loss` is told which one is meant.
export const softmaxLoss: i32 = 0;
export const squaredLoss: i32 = 1;
