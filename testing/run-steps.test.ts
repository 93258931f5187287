import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** Runs steps that leave a file each, in a process of their own. Returns its exit code, its output and the steps that ran. */
function run(...sequences: Record<string, string>[]) {
  const folder = mkdtempSync(join(tmpdir(), 'steps-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const commands = sequences.map((steps) =>
    Object.entries(steps).map(([name, end]) => ({ name, command: ['sh', '-c', `cd '${folder}'; touch ${name}; ${end}`] })),
  )
  const script = `
    const { runSteps } = await import(${JSON.stringify(new URL('./run-steps.ts', import.meta.url).href)})
    process.exitCode = await runSteps({ sequences: ${JSON.stringify(commands.slice(0, -1))}, last: ${JSON.stringify(commands.at(-1))} }) ? 0 : 1`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  return { status, stdout, ran: readdirSync(folder) }
}

test('all steps run after one that fails or is killed, and the failed ones are listed at the end', () => {
  const { status, stdout, ran } = run({ first: 'exit 0', second: 'exit 3', third: 'kill -9 $$', fourth: 'exit 0' }, {})
  expect(ran).toEqual(['first', 'fourth', 'second', 'third'])
  expect(stdout.split('── All steps ──')[1]).toMatch(
    /^\n\npassed {2}first, \d+ s\nFAILED {2}second, \d+ s\nFAILED {2}third, \d+ s\npassed {2}fourth, \d+ s\n\n$/,
  )
  expect(status).toBe(1)
})

test('the last lines of a failed step are printed again after all steps', () => {
  const { stdout } = run({ first: 'echo fine', second: 'seq 30; exit 1' }, {})
  expect(stdout.split('── End of: second ──')[1]).toMatch(/^\n\n11\n12\n[\d\n]*\n30\n\n── All steps/)
  expect(stdout).not.toContain('End of: first')
})

test('steps that all pass end with 0', () => {
  expect(run({ first: 'exit 0' }, { second: 'exit 0' }).status).toBe(0)
})

test('sequences run side by side, print whole lines, and end before the last steps begin', () => {
  const waitFor = (name: string) => `while [ ! -e ${name} ]; do :; done`
  const { status, stdout } = run(
    { first: `printf one; ${waitFor('second')}; echo -two` },
    { second: `printf three; ${waitFor('first')}; echo -four; touch ended` },
    { third: '[ -e ended ] && echo all' },
  )
  expect(status).toBe(0)
  expect(stdout.split('\n')).toEqual(expect.arrayContaining(['one-two', 'three-four', 'all']))
})
