import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface ShopServer {
  readonly url: string
  stop(): Promise<void>
}

export const adminPin = 'admin of the tests'

const settings = {
  NODE_ENV: 'production',
  PORT: '0',
  LISTING_SPINNER_MS: '0',
  LIMITS_FACTOR: '1000',
  LOG_LEVEL: 'error',
  ADMIN_PIN: adminPin,
  // assistants.test.ts has an assistant on this machine.
  UCP: 'on',
  UCP_LOCAL_AGENTS: 'on',
  // long-texts.test.ts orders for the widest amount.
  COD_ORDER_MAX_RUPEES: '10000000',
  STORE_ADDRESS: '7 Loom Street, Jaipur 302001',
  STORE_GSTIN: '27AAPFU0939F1ZV',
  STORE_GRIEVANCE_OFFICER: 'Meera Nair, grievances@loomandlane.example',
}

/** The URL that the started server prints. */
async function readUrl({ stdout }: ChildProcess): Promise<string> {
  let output = ''
  for await (const chunk of stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    output += String(chunk)
    const url = /is open at (http:\S+)/.exec(output)?.[1]
    if (!url) continue
    stdout?.resume()
    return url
  }
  throw new Error(`The shop did not start:\n${output}`)
}

/** Starts the server as `npm start` does, with the data of a folder and without the spinner's delay. */
export async function startShopServer({ dataDir }: { dataDir: string }): Promise<ShopServer> {
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, ...settings, DATA_DIR: dataDir },
    // The IPC channel ends the shop when the test run is killed.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const exited = once(server, 'exit')
  return {
    url: await readUrl(server),
    async stop() {
      server.kill('SIGTERM')
      await exited
    },
  }
}
