/** Milliseconds between looks. */
const lookEvery = 5_000

/** Shares of one processor: more than the first is work that leaves something behind, less than the second is a quiet time. */
const busy = 0.2
const quiet = 0.05

/** Says at each look whether it is time to tidy up: once, when it has become quiet after work. `spent`: milliseconds of processor. */
export function createTidier() {
  let isDirty = false
  return {
    look({ spent, passed }: { spent: number; passed: number }): boolean {
      const share = spent / passed
      if (share > busy) isDirty = true
      if (!isDirty || share >= quiet) return false
      isDirty = false
      return true
    },
  }
}

/**
 * Gives back what a rush has taken. V8 tidies up when it runs out of room, so without this the process would keep what the
 * last visitors of a rush left behind until the next rush. Does nothing where Node runs without `--expose-gc`.
 */
export function tidyWhenQuiet(): Disposable {
  const tidier = createTidier()
  let before = process.cpuUsage()
  let at = performance.now()
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    const now = performance.now()
    if (tidier.look({ spent: (user + system) / 1_000, passed: now - at })) void globalThis.gc?.({ type: 'major', execution: 'async' })
    before = process.cpuUsage()
    at = now
  }, lookEvery).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
