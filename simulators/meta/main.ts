import { createSimulator } from './server.ts'

// A process of its own: prints its URL, and ends with SIGTERM or Ctrl-C.

const {
  META_SIMULATOR_DEMO,
  META_SIMULATOR_PORT = '0',
  META_SIMULATOR_PIXEL = '1234567890',
  META_SIMULATOR_TOKEN = 'demo-token',
} = process.env

if (META_SIMULATOR_DEMO !== '1') {
  console.error('The Meta simulator does not start. META_SIMULATOR_DEMO must be 1: it reports nothing, and is for tests and demos only.')
  process.exit(1)
}
const simulator = createSimulator({ pixelId: META_SIMULATOR_PIXEL, accessToken: META_SIMULATOR_TOKEN })
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void simulator.close().finally(() => process.exit(0)))
console.log(JSON.stringify({ url: await simulator.listen({ port: Number(META_SIMULATOR_PORT) }) }))
