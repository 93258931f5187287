import { parseSettings, type Settings } from '../kernel/settings.ts'
import { describeStartupError } from '../kernel/startup-error.ts'

interface CommandInput {
  readonly settings: Settings
  readonly args: readonly string[]
}

/** Runs a command. An expected error is printed as one line, and the exit code is 1. */
export async function runCommand(run: (input: CommandInput) => Promise<void>): Promise<void> {
  try {
    await run({ settings: parseSettings(process.env), args: process.argv.slice(2) })
  } catch (error) {
    console.error(describeStartupError(error) ?? error)
    process.exitCode = 1
  }
}
