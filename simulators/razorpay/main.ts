import { fstatSync } from 'node:fs'
import { createSimulator, type Simulator } from './server.ts'
import { parseSettings } from './settings.ts'

// Node reports type stripping as experimental on every start, which means nothing to the owner of a demo shop.
process.removeAllListeners('warning')
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') console.error(warning)
})

/** Calls `onExit` when the parent process ends: its IPC channel closes or, without one, a piped stdin ends. */
function watchParent({ onExit }: { onExit: () => void }): void {
  if (process.connected) {
    process.once('disconnect', onExit)
    return
  }
  const stdin = fstatSync(0)
  if (!stdin.isFIFO() && !stdin.isSocket()) return
  process.stdin.once('end', onExit).once('error', onExit).resume()
}

function stopOnSignals({ simulator }: { simulator: Simulator }): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    void simulator.close().finally(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
  watchParent({ onExit: stop })
}

try {
  const { port, options } = parseSettings({ source: process.env })
  const simulator = createSimulator(options)
  stopOnSignals({ simulator })
  console.log(JSON.stringify({ url: await simulator.listen({ port }) }))
} catch (cause) {
  console.error(`The Razorpay simulator does not start. ${cause instanceof Error ? cause.message : String(cause)}`)
  process.exit(1)
}
