import { spawnSync } from 'node:child_process'

export interface Step {
  readonly name: string
  /** a program and its arguments */
  readonly command: readonly [string, ...string[]]
}

/** Runs all steps one after another, also after one that fails, and prints which failed and how long each took. Returns whether all passed. */
export function runSteps({ steps }: { steps: readonly Step[] }): boolean {
  const results = steps.map(({ name, command: [program, ...args] }) => {
    console.log(`\n── ${name} ──\n`)
    const startedAt = performance.now()
    const { status, error } = spawnSync(program, args, { stdio: 'inherit' })
    if (error) console.log(error.message)
    return { name, passed: status === 0, seconds: Math.round((performance.now() - startedAt) / 1000) }
  })
  const lines = results.map(({ name, passed, seconds }) => `${passed ? 'passed' : 'FAILED'}  ${name}, ${seconds} s`)
  console.log(`\n── All steps ──\n\n${lines.join('\n')}\n`)
  return results.every(({ passed }) => passed)
}
