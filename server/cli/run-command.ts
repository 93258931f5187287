import { describeStartupError, StartupError } from '../startup-error.ts'

/** Runs a command. An expected error is printed as one line, and the exit code is 1. */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    const problem = error instanceof StartupError ? error.message : describeStartupError(error as NodeJS.ErrnoException)
    console.error(problem ?? error)
    process.exitCode = 1
  }
}
