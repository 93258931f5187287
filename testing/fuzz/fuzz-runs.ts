const { FUZZ_RUNS, FUZZ_SEED } = process.env

/** The same in each run, unless FUZZ_RUNS asks for a new search. */
const seed = FUZZ_SEED ? Number(FUZZ_SEED) : FUZZ_RUNS ? Math.floor(Math.random() * 2 ** 31) : 1

if (FUZZ_RUNS) console.log(`Random values: FUZZ_RUNS=${FUZZ_RUNS} FUZZ_SEED=${seed}`)

const usualRuns = 8

/**
 * How often a test with random values runs and with which seed, which is in the message of a failure. FUZZ_RUNS runs it more often with a new
 * seed: 200 instead of 8 times, and others, which name their `runs`, more often by the same factor. FUZZ_SEED repeats a seed.
 */
export function fuzzRuns({ runs = usualRuns }: { runs?: number } = {}): { numRuns: number; seed: number } {
  return { numRuns: Math.ceil((runs * Number(FUZZ_RUNS || usualRuns)) / usualRuns), seed }
}
