import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findProgram } from '#testing/find-program.ts'

// Playwright drives only a Firefox of its own. This is the part of WebDriver BiDi (https://w3c.github.io/webdriver-bidi) that the
// journeys need, for the Firefox that people have.

type Message = { id?: number; method?: string; params?: Record<string, unknown>; result?: unknown; message?: string }

/** A connection that answers commands and collects events. */
export interface Bidi {
  send<Result>(method: string, params: object): Promise<Result>
  /** JavaScript errors of the pages */
  readonly errors: string[]
}

const preferences = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
}

async function connect(url: string): Promise<Bidi & { close(): void }> {
  const socket = new WebSocket(url)
  const errors: string[] = []
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, message } = JSON.parse(String(data)) as Message
    // zod tries `eval` once, catches the error and does without.
    const isError = method === 'log.entryAdded' && params?.level === 'error' && params.type === 'javascript'
    if (isError && !String(params.text).endsWith("(Missing 'unsafe-eval')")) errors.push(String(params.text))
    const command = id === undefined ? undefined : waiting.get(id)
    if (result === undefined) command?.reject(new Error(message))
    else command?.resolve(result)
  })
  await once(socket, 'open')
  return {
    errors,
    close: () => socket.close(),
    send<Result>(method: string, params: object) {
      lastId += 1
      const command = Promise.withResolvers<unknown>()
      waiting.set(lastId, command)
      socket.send(JSON.stringify({ id: lastId, method, params }))
      return command.promise as Promise<Result>
    },
  }
}

/** Starts Firefox (Debian's, or that of FIREFOX_PATH) without a window and with an empty profile. */
export async function startFirefox() {
  const profile = await mkdtemp(join(tmpdir(), 'shop-firefox-'))
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const program = process.env.FIREFOX_PATH ?? findProgram('firefox-esr')
  const firefox = spawn(program, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'], {
    // As root it refuses to use the home of another account, which containers in CI have.
    env: { ...process.env, HOME: profile },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(firefox, 'exit')
  let url: string | undefined
  for await (const line of createInterface({ input: firefox.stderr })) {
    url = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1]
    if (url) break
  }
  if (!url) throw new Error('Firefox ended while it started.')
  firefox.stderr.resume()
  const bidi = await connect(`${url}/session`)
  await bidi.send('session.new', { capabilities: {} })
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] })
  return {
    bidi,
    async close() {
      bidi.close()
      firefox.kill('SIGTERM')
      await exited
      await rm(profile, { recursive: true, force: true })
    },
  }
}
