import { describeStartupError } from './startup-error.ts'

/** Then the process exits anyway; the next start recovers. */
const maxShutdownMs = 40_000

interface ProcessOptions {
  /** puts what it opens on `resources`, to be closed in reverse */
  readonly start: (resources: AsyncDisposableStack) => Promise<void>
  /** reports why the process cannot start: a line that names the remedy, or an unexpected error */
  readonly reportError: (problem: unknown) => void
}

/** Starts a server process, and closes its resources on a signal to end. */
export async function runProcess({ start, reportError }: ProcessOptions): Promise<void> {
  const resources = new AsyncDisposableStack()
  const starting = start(resources).catch(async (error: unknown) => {
    await resources.disposeAsync()
    throw error
  })
  // A start that is interrupted is finished first: half of it could not be closed.
  closeOnSignal(() => starting.then(() => resources.disposeAsync()))
  try {
    await starting
  } catch (error) {
    reportError(describeStartupError(error) ?? error)
    process.exit(1)
  }
}

function closeOnSignal(close: () => Promise<void>): void {
  let isClosing = false
  const shutDown = async () => {
    // Ctrl-C in a terminal reaches the process twice: from the terminal and from npm.
    if (isClosing) return
    isClosing = true
    setTimeout(() => process.exit(1), maxShutdownMs).unref()
    await close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, shutDown)
  // The IPC channel closes when the parent process is killed.
  process.on('disconnect', shutDown)
}
