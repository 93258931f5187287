import { cpus } from 'node:os'
import { writeTable } from './compare.ts'
import { measureHolding } from './sections/holding.ts'
import { measureReading } from './sections/reading.ts'
import { measureScale } from './sections/scale.ts'
import { measureWriting } from './sections/writing.ts'

/**
 * `npm run bench [-- --quick] [-- reading writing …]`: the shop's speed beside what this machine can do at all, as a
 * table. Ends with 1 when a goal is missed or a request failed.
 */
const sections = { reading: measureReading, writing: measureWriting, holding: measureHolding, scale: measureScale }

const named = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const isQuick = process.argv.includes('--quick')
const run = isQuick ? { seconds: 2, concurrencies: [32] } : { seconds: 5, concurrencies: [1, 32, 128] }

console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, medians of 3 runs of ${run.seconds} s\n`)
let missed = false
for (const [name, measure] of Object.entries(sections)) {
  if (named.length > 0 && !named.includes(name)) continue
  const figures = await measure(run)
  console.log(`${writeTable(figures)}\n`)
  missed ||= figures.some(({ goal, ours }) => goal?.met === false || ours.faults > 0)
}
if (missed) process.exitCode = 1
