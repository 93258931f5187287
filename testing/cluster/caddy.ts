import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../find-program.ts'
import { findFreePort } from '../free-port.ts'
import { waitUntil } from './wait-until.ts'

const caddyfile = readFileSync(join(import.meta.dirname, '../../deploy/caddy/Caddyfile'), 'utf8')

const isAnswering = (port: number) =>
  new Promise<boolean>((resolve) => {
    get({ port, host: '127.0.0.1', headers: { host: 'localhost' } }, (reply) => {
      reply.resume()
      resolve(true)
    }).on('error', () => resolve(false))
  })

/** Starts Caddy with deploy/caddy/Caddyfile in front of the shop at `address`, with a certificate of its own authority when `isSecure`. */
export async function startCaddy({ address, isSecure }: { address: string; isSecure: boolean }) {
  const folder = mkdtempSync(join(tmpdir(), 'shop-caddy-'))
  const [port, otherPort] = [await findFreePort(), await findFreePort()]
  const [httpPort, httpsPort] = isSecure ? [otherPort, port] : [port, otherPort]
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n}\n${caddyfile}`)
  const env = {
    PATH: process.env.PATH,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    DOMAIN: isSecure ? 'localhost' : 'http://localhost',
    SHOP_ADDRESS: address,
  }
  const caddy = spawn(findProgram('caddy'), ['run', '--config', file, '--adapter', 'caddyfile'], { stdio: 'ignore', env })
  const ended = once(caddy, 'exit')
  await waitUntil(() => isAnswering(httpPort))
  return {
    origin: `${isSecure ? 'https' : 'http'}://localhost:${port}`,
    httpOrigin: `http://localhost:${httpPort}`,
    /** the certificate of the authority */
    readAuthority: () => readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt')),
    async close() {
      caddy.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
