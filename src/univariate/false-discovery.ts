/** False-discovery rates of many tests (Benjamini and Hochberg 1995): q_(i) = min over j >= i of p_(j) m / j. */

export function falseDiscoveryRates(ps: Float64Array): Float64Array {
  const order = Array.from(ps.keys()).sort((a, b) => ps[a] - ps[b]);
  const rates = new Float64Array(ps.length);
  let least = 1;
  for (let place = order.length - 1; place >= 0; place--) {
    least = Math.min(least, (ps[order[place]] * ps.length) / (place + 1));
    rates[order[place]] = least;
  }
  return rates;
}
