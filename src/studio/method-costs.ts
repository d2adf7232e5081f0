/** What every method costs, as measured: made by `node dist/bench/method-costs.js`, which says how. */

/** The table that was timed. */
export const costBase = { rowCount: 400, featureCount: 400, k: 10, classCount: 2 } as const;

/** Seconds of the probe on the same machine. */
export const probeThen = 0.183;

export const methodCosts = {
  neurofs: {
    seconds: 0.919,
    exponents: {
      rowCount: 0.594,
      featureCount: 0.68,
      k: 0.151,
      classCount: 0.295,
    },
  },
  'neurofs-random-growth': {
    seconds: 0.924,
    exponents: {
      rowCount: 0.475,
      featureCount: 0.596,
      k: 0.275,
      classCount: 0.248,
    },
  },
  fisher: {
    seconds: 0.00311,
    exponents: {
      rowCount: 0.857,
      featureCount: 1.23,
      k: 0,
      classCount: 0,
    },
  },
  'anova-f': {
    seconds: 0.00161,
    exponents: {
      rowCount: 1.18,
      featureCount: 1.34,
      k: 0.153,
      classCount: 0.554,
    },
  },
  'mutual-information': {
    seconds: 0.0424,
    exponents: {
      rowCount: 0.92,
      featureCount: 0.962,
      k: 0,
      classCount: 0,
    },
  },
  mrmr: {
    seconds: 0.0325,
    exponents: {
      rowCount: 0.542,
      featureCount: 0.575,
      k: 0.121,
      classCount: 0,
    },
  },
  cife: {
    seconds: 0.0989,
    exponents: {
      rowCount: 0.59,
      featureCount: 0.566,
      k: 0,
      classCount: 0,
    },
  },
  icap: {
    seconds: 0.0597,
    exponents: {
      rowCount: 0.795,
      featureCount: 0.803,
      k: 0.554,
      classCount: 0,
    },
  },
  rfs: {
    seconds: 1.07,
    exponents: {
      rowCount: 0.725,
      featureCount: 0.867,
      k: 0.0419,
      classCount: 0,
    },
  },
  'hsic-lasso': {
    seconds: 0.46,
    exponents: {
      rowCount: 0.91,
      featureCount: 0.643,
      k: 0,
      classCount: 0,
    },
  },
  'hsic-lasso-vi': {
    seconds: 0.665,
    exponents: {
      rowCount: 0.715,
      featureCount: 1.2,
      k: 0,
      classCount: 0,
    },
  },
  'l1-logistic': {
    seconds: 0.0305,
    exponents: {
      rowCount: 1.67,
      featureCount: 1.52,
      k: 0.784,
      classCount: 0.941,
    },
  },
  lasso: {
    seconds: 0.0192,
    exponents: {
      rowCount: 1.8,
      featureCount: 1.71,
      k: 0,
    },
  },
  rfe: {
    seconds: 0.145,
    exponents: {
      rowCount: 1.3,
      featureCount: 1.41,
      k: 0,
      classCount: 1.51,
    },
  },
  relief: {
    seconds: 0.169,
    exponents: {
      rowCount: 1.14,
      featureCount: 0.789,
      k: 0,
      classCount: 0.0451,
    },
  },
  'extra-trees': {
    seconds: 0.299,
    exponents: {
      rowCount: 1.38,
      featureCount: 0.825,
      k: 0.123,
      classCount: 0.401,
    },
  },
  boruta: {
    seconds: 2.58,
    exponents: {
      rowCount: 1.35,
      featureCount: 0.734,
      k: 0.161,
      classCount: 0.485,
    },
  },
  cox: {
    seconds: 0.0107,
    exponents: {
      rowCount: 1.08,
      featureCount: 1.03,
      k: 0.233,
    },
  },
  random: {
    seconds: 0.00067,
    exponents: {
      rowCount: 1.23,
      featureCount: 0.983,
      k: 0.402,
      classCount: 0,
    },
  },
  quickselection: {
    seconds: 5.79,
    exponents: {
      rowCount: 0.727,
      featureCount: 0.142,
      k: 0.0579,
      classCount: 0,
    },
  },
  rigl: {
    seconds: 5.65,
    exponents: {
      rowCount: 0.833,
      featureCount: 0.298,
      k: 0.092,
      classCount: 0.152,
    },
  },
  lassonet: {
    seconds: 46,
    exponents: {
      rowCount: 1,
      featureCount: 1,
      k: 1,
      classCount: 1,
    },
  },
  stg: {
    seconds: 23.9,
    exponents: {
      rowCount: 1,
      featureCount: 1,
      k: 1,
      classCount: 1,
    },
  },
  entryprune: {
    seconds: 0.616,
    exponents: {
      rowCount: 0.124,
      featureCount: 0.996,
      k: 0.107,
      classCount: 0.256,
    },
  },
} as const;
