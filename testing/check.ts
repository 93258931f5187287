import { exec } from 'node:child_process'

// `npm run check`: the quick checks, side by side. Only the output of those that fail is printed.

const parts = {
  types: 'npm run --silent typecheck',
  lint: 'npm run --silent lint',
  'unused code': 'knip',
  boundaries: 'vitest run --project boundaries testing/boundaries.test.ts',
}

const results = await Promise.all(
  Object.entries(parts).map(async ([name, command]) => {
    const startedAt = performance.now()
    const { failed, output } = await new Promise<{ failed: boolean; output: string }>((resolve) =>
      exec(command, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
        resolve({ failed: error !== null, output: stdout + stderr }),
      ),
    )
    console.log(`${failed ? `\n${output}\nFAILED` : 'passed'}  ${name}, ${Math.round((performance.now() - startedAt) / 1000)} s`)
    return failed
  }),
)
process.exitCode = results.includes(true) ? 1 : 0
