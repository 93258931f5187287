import { readFileSync } from 'node:fs'
import type { Row } from './compare.ts'

const sampleEveryMs = 250
const bytesPerMegabyte = 2 ** 20
/** megabytes of the main process */
const maxMedian = 300
const maxLargest = 400

/** Resident memory of a process in megabytes. */
export function readMegabytes(pid: number): number {
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  return Math.round((kilobytes * 1_024) / bytesPerMegabyte)
}

interface MemorySamples {
  readonly megabytes: readonly number[]
  stop(): void
}

/** Reads the memory of a process until it is stopped. */
export function sampleMemory({ pid }: { pid: number }): MemorySamples {
  const megabytes: number[] = []
  const timer = setInterval(() => megabytes.push(readMegabytes(pid)), sampleEveryMs)
  return { megabytes, stop: () => clearInterval(timer) }
}

export function createMemoryRow({ megabytes }: MemorySamples): Row {
  const sorted = megabytes.toSorted((a, b) => a - b)
  const [middle = 0, largest = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  return {
    name: `memory during the rows above: median ${middle} MB, largest ${largest} MB`,
    connections: 32,
    result: { rate: 0, p50: 0, p99: 0, failures: 0 },
    goal: { text: `≤ ${maxMedian} / ${maxLargest} MB`, isMet: middle <= maxMedian && largest <= maxLargest },
  }
}
