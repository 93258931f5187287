import { cpus } from 'node:os'
import { formatTable } from './compare.ts'
import { measureReading } from './sections/reading.ts'
import { measureScale } from './sections/scale.ts'
import { measureSelling } from './sections/selling.ts'
import { measureSoak } from './sections/soak.ts'
import { measureWriting } from './sections/writing.ts'

/**
 * `npm run bench [-- --quick] [-- reading writing …]`: the shop's speed beside baselines on the same machine, as a Markdown table.
 * Exits with 1 when a goal is missed or a request failed.
 */
const sections = { reading: measureReading, selling: measureSelling, writing: measureWriting, soak: measureSoak, scale: measureScale }

const selected = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const isQuick = process.argv.includes('--quick')
const options = isQuick ? { seconds: 2, concurrencies: [32] } : { seconds: 5, concurrencies: [1, 32, 128] }

console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, medians of 3 runs of ${options.seconds} s\n`)
let hasFailed = false
for (const [name, measure] of Object.entries(sections)) {
  if (selected.length > 0 && !selected.includes(name)) continue
  const rows = await measure(options)
  console.log(`${formatTable(rows)}\n`)
  hasFailed ||= rows.some(({ goal, result }) => goal?.isMet === false || result.failures > 0)
}
if (hasFailed) process.exitCode = 1
