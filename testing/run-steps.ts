import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

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

interface Result extends Pick<Step, 'name'> {
  readonly passed: boolean
  readonly lastLines: readonly string[]
  readonly seconds: number
}

async function runSequence(steps: readonly Step[]): Promise<Result[]> {
  const results = []
  for (const { name, ...step } of steps) {
    console.log(`\n── ${name} ──\n`)
    const startedAt = performance.now()
    const { passed, lastLines } = await runCommand(step)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    console.log(`\n── ${passed ? 'passed' : 'FAILED'}: ${name}, ${seconds} s ──\n`)
    results.push({ name, passed, lastLines, seconds })
  }
  return results
}

/**
 * Runs the sequences side by side, the steps of each one after another, also after one that fails, and at last the steps of `last`. Prints which
 * failed, the end of their output and how long each took. Returns whether all passed.
 */
export async function runSteps({ sequences, last }: { sequences: readonly (readonly Step[])[]; last: readonly Step[] }): Promise<boolean> {
  const results = [...(await Promise.all(sequences.map(runSequence))).flat(), ...(await runSequence(last))]
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
  // Whole lines, because another step may print at the same time.
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      console.log(line)
      output = `${output}${line}\n`.slice(-20_000)
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
