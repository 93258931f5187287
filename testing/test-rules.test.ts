import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

const clock = String.raw`(?:Date|performance)\.now\(\)`
const bound = String.raw`\.to(?:BeLessThan|BeGreaterThan|BeCloseTo)`

/** Lines that compare with the clock, or with something that was read from it: what they expect depends on how fast the test runs. */
function listTimeBounds(source: string): string[] {
  const names = Array.from(source.matchAll(new RegExp(String.raw`^ *(?:const|let) (\w+) =.*${clock}`, 'gm')), ([, name = '']) => name)
  const fromClock = new RegExp([clock, ...names.map((name) => String.raw`\b${name}\b`)].join('|'))
  const isBound = (line: string) => line.includes('expect') && new RegExp(bound).test(line)
  return source.split('\n').filter((line) => /performance\.now\(\)/.test(line) || (isBound(line) && fromClock.test(line)))
}

test('a bound from the clock is found', () => {
  const source = ['const startedAt = Date.now()', 'await run()', 'expect(Date.now() - startedAt).toBeLessThan(500)']
  expect(listTimeBounds(source.join('\n'))).toEqual(source.slice(2))
  expect(listTimeBounds('const end = performance.now() + 1_000')).toHaveLength(1)
  expect(listTimeBounds('const endsAt = new Date(Date.now() + 1_000)\nexpect(sale.endsAt).toEqual(endsAt)')).toEqual([])
})

const files = globSync('{contract,demo,e2e,server,simulators,testing,web}/**/*.test.{ts,tsx}', { cwd: root })
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const others = files.filter((file) => file !== 'testing/test-rules.test.ts')

/** A start that is not in the future, however slow the test is. */
const allowed = ['testing/cluster/workers.test.ts']

/** `hoursFromNow` compares with the clock to the hour. */
test('no test has a bound that depends on its speed', () => {
  expect(files.length).toBeGreaterThan(400)
  const checked = others.filter((file) => !allowed.includes(file))
  expect(checked.flatMap((file) => listTimeBounds(read(file)).map((line) => `${file}: ${line.trim()}`))).toEqual([])
})

// Browsers and clusters need addresses that no cache has.
test('tests with random values have the seed of `fuzzRuns`', () => {
  const count = (text: string, part: string) => text.split(part).length - 1
  const isSeeded = (text: string) => count(text, 'fc.assert(') <= count(text, 'fuzzRuns(')
  const random = others.filter((file) => !/^(e2e|testing\/cluster)\//.test(file) && read(file).includes('Math.random('))
  expect([others.filter((file) => !isSeeded(read(file))), random]).toEqual([[], []])
})

/** `Shop.open` waits until a page is hydrated; Firefox is driven without Playwright. */
test('browser tests open pages with Shop only', () => {
  const checked = globSync('e2e/*.ts', { cwd: root, exclude: ['e2e/shop.ts', 'e2e/open-elsewhere.ts'] })
  expect(checked.filter((file) => /\.goto\(|page\.reload\(/.test(read(file)))).toEqual([])
})
