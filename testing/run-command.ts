import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { Provider } from './card-checkout.ts'
import { toDatabaseUrl } from './database-url.ts'
import type { TestApp } from './test-app.ts'

const commands = join(import.meta.dirname, '../server/cli')

interface CommandRunner {
  readonly provider: Provider
  /** DATA_DIR */
  readonly folder: string
  readonly environment?: Readonly<Record<string, string>>
}

/** Returns a function that runs a command of `server/cli` on the database of a shop and returns what it prints. */
export function createCommandRunner({ provider, folder, environment }: CommandRunner) {
  return (command: string, { connection }: TestApp, ...args: string[]): Promise<string> => {
    const env = {
      ...environment,
      PATH: process.env.PATH ?? '',
      DATA_DIR: folder,
      DATABASE_URL: toDatabaseUrl({ ...connection }),
      SECRET: 'secret of the backup tests, 32 characters',
      DEMO: 'on',
      RAZORPAY_KEY_ID: provider.gateway.keyId,
      RAZORPAY_KEY_SECRET: provider.keySecret,
      RAZORPAY_WEBHOOK_SECRET: provider.webhookSecret,
      RAZORPAY_API_URL: provider.url,
      RAZORPAY_CHECKOUT_URL: provider.gateway.checkoutScript.url,
    }
    return new Promise((resolve, reject) => {
      execFile(process.execPath, [join(commands, `${command}.ts`), ...args], { env }, (error, stdout, stderr) =>
        error ? reject(new Error(stderr)) : resolve(stdout),
      )
    })
  }
}
