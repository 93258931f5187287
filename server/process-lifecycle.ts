import { describeStartupError, StartupError } from './startup-error.ts'

/** Longest that ending may take, in milliseconds; then the process leaves and the next start repairs. */
const endWithin = 40_000

/** Puts what it opens on `parts`, to be closed in reverse. */
export type Start = (given: { parts: AsyncDisposableStack }) => Promise<void>

/** The life of a server process: starts, tells in one line why it cannot, and closes everything when it is told to end. */
export async function runProcess({ start, tell }: { start: Start; tell: (problem: unknown) => void }): Promise<void> {
  const parts = new AsyncDisposableStack()
  const starting = start({ parts }).catch(async (error: unknown) => {
    await parts.disposeAsync()
    throw error
  })
  // A start that is interrupted is finished first: what it opens half could not be closed.
  endOnSignal(() => starting.then(() => parts.disposeAsync()))
  try {
    await starting
  } catch (error) {
    const problem = error instanceof StartupError ? error.message : describeStartupError(error as NodeJS.ErrnoException)
    tell(problem ?? error)
    process.exit(1)
  }
}

function endOnSignal(close: () => Promise<void>): void {
  let ending = false
  const end = async () => {
    // A terminal's Ctrl-C may arrive twice: from the terminal and from whoever started us.
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), endWithin).unref()
    await close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  // Whoever started us holds a channel to us: when it is killed, nobody else would tell us to end.
  process.on('disconnect', end)
}
