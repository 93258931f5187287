/** Works on each item, whatever becomes of the others; what failed is thrown together at the end, to be logged. */
export async function forEachSettled<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const faults: unknown[] = []
  for (const item of items) await work(item).catch((fault: unknown) => void faults.push(fault))
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} failed, the others are done`)
}
