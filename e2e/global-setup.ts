import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What the started shop tells about itself. */
async function waitForAddress(server: ChildProcess): Promise<string> {
  let said = ''
  for await (const chunk of server.stdout ?? []) {
    said += String(chunk)
    const address = /is open at (http:\S+)/.exec(said)?.[1]
    if (address) return address
  }
  throw new Error(`The shop did not start:\n${said}`)
}

/** The shop as `npm start` runs it, with a database of its own, demo products, and no second of waiting on each page. */
export default async function startShop(): Promise<() => Promise<void>> {
  const adminPin = 'admin of the tests'
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-e2e-'))
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
      LISTING_SPINNER_MS: '0',
      LIMITS_FACTOR: '1000',
      LOG_LEVEL: 'error',
      ADMIN_PIN: adminPin,
      STORE_ADDRESS: '7 Loom Street, Jaipur 302001',
      STORE_GRIEVANCE_OFFICER: 'Meera Nair, grievances@loomandlane.example',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.env.SHOP_ADMIN_PIN = adminPin
  process.env.SHOP_ADDRESS = await waitForAddress(server)
  server.stdout?.resume()
  return async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
}
