/** The value of one line of `/metrics`, such as `shop_orders{status="Placed"}`; NaN when there is none. */
export function readMetric(text: string, line: string): number {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `))
  return Number(found?.split(' ').at(-1))
}
