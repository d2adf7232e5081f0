/* A whole network at a time: kernels/network-pass.ts. The layers' records hold addresses that count from `memory`. */

static void passColumns(
    char *memory, const Layer *table, int layerCount, const float *input, const Entries *entries, const float *target,
    const float *weight, float *losses, int inStride, int stride, int column, int rowCount, int activation, int lossKind, float scale,
    int from, int to) {
  const int shift = column + 4 * from, width = 4 * (to - from), last = layerCount - 1;
  const float *source = input + 4 * from;
  int sourceStride = inStride;
  for (int index = 0; index < layerCount; index++) {
    const Layer *layer = table + index;
    float *into = floatsAt(memory, layer->output) + shift;
    const int kind = index == last ? 0 : activation;
    if (entries && index == 0) {
      forwardEntries(memory, layer, entries, stride, column, kind, from, to, 0, layer->outCount);
    } else {
      forward(
          into, source, floatsAt(memory, layer->bias), intsAt(memory, layer->rowStart),
          intsAt(memory, layer->column), floatsAt(memory, layer->weight), stride, sourceStride, width, kind, 0,
          layer->outCount);
    }
    source = into;
    sourceStride = stride;
  }
  const Layer *top = table + last;
  loss(
      floatsAt(memory, top->delta) + column, losses + column, floatsAt(memory, top->output) + column, target + column,
      weight + column, lossKind, top->outCount, stride, rowCount, scale, from, to);
  for (int index = last; index > 0; index--) {
    const Layer *layer = table + index, *below = layer - 1;
    backpropagate(
        floatsAt(memory, below->delta) + shift, floatsAt(memory, below->output) + shift,
        floatsAt(memory, layer->delta) + shift, intsAt(memory, layer->columnStart), intsAt(memory, layer->row),
        floatsAt(memory, layer->transposed), stride, stride, width, activation, 0, layer->inCount);
  }
}

static void updateNetwork(
    char *memory, const Layer *table, int layerCount, const float *input, int inStride, int stride, int column,
    int width, float learningRate, float momentum, float weightDecay, int from, int to) {
  const float *source = input;
  int sourceStride = inStride;
  for (int index = 0; index < layerCount; index++) {
    const Layer *layer = table + index;
    int begin = from - layer->firstOutput > 0 ? from - layer->firstOutput : 0;
    int end = to - layer->firstOutput < layer->outCount ? to - layer->firstOutput : layer->outCount;
    if (begin < end) {
      update(
          floatsAt(memory, layer->weight), floatsAt(memory, layer->velocity), floatsAt(memory, layer->bias),
          floatsAt(memory, layer->biasVelocity), floatsAt(memory, layer->transposed), intsAt(memory, layer->place),
          floatsAt(memory, layer->delta) + column, source, intsAt(memory, layer->rowStart),
          intsAt(memory, layer->column), stride, sourceStride, width, learningRate, momentum, weightDecay, begin, end);
    }
    source = floatsAt(memory, layer->output) + column;
    sourceStride = stride;
  }
}
