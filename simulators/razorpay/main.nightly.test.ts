import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const MAIN = join(import.meta.dirname, 'main.ts')

function follow(child: ChildProcess) {
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, exit }
}

async function readUrl({ child }: { child: ChildProcess }): Promise<string> {
  if (!child.stdout) throw new Error('no stdout')
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return (JSON.parse(line.toString()) as { url: string }).url
}

const demo = {
  PATH: process.env.PATH,
  RAZORPAY_SIMULATOR_DEMO: '1',
  RAZORPAY_SIMULATOR_KEY_ID: 'rzp_test_child',
  RAZORPAY_SIMULATOR_KEY_SECRET: 'child-secret',
}

test('the process prints its URL, serves, and exits on SIGTERM', async () => {
  const { child, exit } = follow(spawn(process.execPath, [MAIN], { env: demo, stdio: ['ignore', 'pipe', 'inherit'] }))
  const url = await readUrl({ child })
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const state = (await (await fetch(`${url}/_simulator/state`)).json()) as unknown
  expect(state).toMatchObject({ clock: { mode: 'real' }, key_id: 'rzp_test_child' })
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
})

test('the process exits when its IPC channel or its piped stdin closes', async () => {
  const forked = follow(fork(MAIN, { env: demo, execArgv: [], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] }))
  await readUrl(forked)
  forked.child.disconnect()
  expect(await forked.exit).toBe(0)
  const piped = follow(spawn(process.execPath, [MAIN], { env: demo, stdio: ['pipe', 'pipe', 'inherit'] }))
  await readUrl(piped)
  piped.child.stdin?.end()
  expect(await piped.exit).toBe(0)
})

test.each([
  [{ RAZORPAY_SIMULATOR_DEMO: undefined }, 'RAZORPAY_SIMULATOR_DEMO must be 1'],
  [{ RAZORPAY_SIMULATOR_KEY_ID: 'rzp_live_x' }, 'must start with rzp_test_'],
  [{ RAZORPAY_SIMULATOR_WEBHOOK_URL: 'https://shop.example/hook' }, 'this machine only'],
])('the process does not start with %j', async (change, message) => {
  const { child, exit } = follow(spawn(process.execPath, [MAIN], { env: { ...demo, ...change }, stdio: ['ignore', 'ignore', 'pipe'] }))
  let output = ''
  child.stderr?.on('data', (text: Buffer) => {
    output += text.toString()
  })
  expect(await exit).toBe(1)
  expect(output).toContain(message)
})
