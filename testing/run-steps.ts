import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface Step {
  readonly name: string
  /** a program and its arguments */
  readonly command: readonly [string, ...string[]]
  /** added to the environment of this process */
  readonly env?: Readonly<Record<string, string>>
}

const repeatedLines = 20

/** The compile cache of Node, as in start.mjs: the steps start dozens of servers and commands. */
const compileCache = join(import.meta.dirname, '../node_modules/.cache/node')

/** Runs all steps one after another, also after one that fails, and prints which failed, the end of their output and how long each took. Returns whether all passed. */
export async function runSteps({ steps }: { steps: readonly Step[] }): Promise<boolean> {
  const results = []
  for (const { name, ...step } of steps) {
    console.log(`\n── ${name} ──\n`)
    const startedAt = performance.now()
    const { passed, lastLines } = await runCommand(step)
    results.push({ name, passed, lastLines, seconds: Math.round((performance.now() - startedAt) / 1000) })
  }
  // A log is often kept only with its end, and the failed step is seldom the last one.
  for (const { name, lastLines } of results.filter(({ passed }) => !passed))
    console.log(`\n── End of: ${name} ──\n\n${lastLines.join('\n')}`)
  const lines = results.map(({ name, passed, seconds }) => `${passed ? 'passed' : 'FAILED'}  ${name}, ${seconds} s`)
  console.log(`\n── All steps ──\n\n${lines.join('\n')}\n`)
  return results.every(({ passed }) => passed)
}

async function runCommand({ command: [program, ...args], env }: Omit<Step, 'name'>) {
  const color = process.stdout.isTTY && { FORCE_COLOR: '1' }
  const child = spawn(program, args, {
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...color, ...env },
    stdio: ['inherit', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      process.stdout.write(text)
      output = (output + text).slice(-20_000)
    })
  }
  const status = await once(child, 'close').then(
    ([code]) => code,
    (error: Error) => console.log(error.message),
  )
  const lastLines = output
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-repeatedLines)
  return { passed: status === 0, lastLines }
}
