/** The value of a sample of `/metrics`, such as `shop_orders{status="Placed"}`; NaN without one. */
export function readMetric(text: string, sample: string): number {
  const found = text.split('\n').find((line) => line.startsWith(`${sample} `))
  return Number(found?.split(' ').at(-1))
}
