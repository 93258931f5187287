import { fstatSync } from 'node:fs'
import { createSimulator, type Simulator } from './server.ts'
import { readStart, SettingProblem, type Start } from './settings.ts'
import { Refused } from './simulator-error.ts'

// Node marks the type stripper as experimental on every start; that line says nothing to the owner of a demo shop.
process.removeAllListeners('warning')
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') console.error(warning)
})

function read(): Start {
  try {
    return readStart({ source: process.env })
  } catch (cause) {
    if (cause instanceof SettingProblem) fail({ message: cause.message })
    throw cause
  }
}

function create({ start }: { start: Start }): Simulator {
  try {
    return createSimulator(start.options)
  } catch (cause) {
    if (cause instanceof Refused) fail({ message: cause.message })
    throw cause
  }
}

function fail({ message }: { message: string }): never {
  console.error(`The Razorpay simulator does not start. ${message}`)
  process.exit(1)
}

/** With an IPC channel the parent's end closes it. Without one, a piped stdin does the same; a terminal or /dev/null says nothing. */
function watchParent({ onGone }: { onGone: () => void }): void {
  if (process.connected) {
    process.once('disconnect', onGone)
    return
  }
  const stdin = fstatSync(0)
  if (!stdin.isFIFO() && !stdin.isSocket()) return
  process.stdin.once('end', onGone).once('error', onGone).resume()
}

const start = read()
const simulator = create({ start })

let isStopping = false
function stop(): void {
  if (isStopping) return
  isStopping = true
  void simulator.close().finally(() => process.exit(0))
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
watchParent({ onGone: stop })

try {
  const url = await simulator.listen({ port: start.port })
  console.log(JSON.stringify({ url }))
} catch (cause) {
  fail({ message: cause instanceof Error ? cause.message : String(cause) })
}
