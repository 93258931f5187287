/**
 * Processes every item even when some fail, and throws their errors together at the end, so that one item never stops a job.
 * `signal` ends the work after the item that is in progress.
 */
export async function forEachSettled<Item>(
  items: Iterable<Item>,
  process: (item: Item) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) {
    if (signal?.aborted) break
    try {
      await process(item)
    } catch (error) {
      errors.push(error)
    }
  }
  throwTogether(errors)
}

/** Throws one error for all of these, with their messages; nothing for none. */
export function throwTogether(errors: readonly unknown[]): void {
  if (errors.length === 0) return
  const messages = new Set(errors.map((error) => (error instanceof Error ? error.message : String(error))))
  throw new AggregateError(errors, `${errors.length} failed, the others are done: ${[...messages].join('; ')}`)
}
