import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../find-program.ts'
import { findFreePort } from '../free-port.ts'
import { waitUntil } from './wait-until.ts'

const proxySettings = join(import.meta.dirname, '../../deploy/nginx/shop-proxy.conf')

/** Starts nginx with deploy/nginx/shop-proxy.conf in front of these servers. */
export async function startNginx({ ports }: { ports: readonly number[] }) {
  const folder = mkdtempSync(join(tmpdir(), 'shop-nginx-'))
  const port = await findFreePort()
  const tempPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`)
  const conf = `
    pid ${join(folder, 'pid')};
    error_log ${join(folder, 'error.log')};
    events {}
    http {
      access_log off;
      ${tempPaths.join('\n')}
      upstream shop { ${ports.map((each) => `server 127.0.0.1:${each} max_fails=3 fail_timeout=2s;`).join(' ')} }
      server { listen 127.0.0.1:${port}; include "${proxySettings}"; }
    }`
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, process.getuid?.() === 0 ? `user root;\n${conf}` : conf)
  const nginx = spawn(findProgram('nginx'), ['-p', folder, '-c', file, '-g', 'daemon off;'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(nginx, 'exit')
  const origin = `http://127.0.0.1:${port}`
  await waitUntil(() => fetch(`${origin}/healthz`).then(({ ok }) => ok))
  return {
    origin,
    async close() {
      nginx.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
