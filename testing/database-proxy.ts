import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

interface Place {
  readonly host: string
  readonly port: number
}

/** A network between shop and database that a test can break. */
export async function startDatabaseProxy(first: Place) {
  let target = first
  let mode: 'open' | 'silent' | 'shut' = 'open'
  const pairs = new Set<readonly [Socket, Socket]>()

  const server = createServer((near) => {
    // What breaks here breaks for both sides.
    near.on('error', () => far.destroy())
    const far = connect(join(target.host, `.s.PGSQL.${target.port}`))
    far.on('error', () => near.destroy())
    if (mode === 'shut') return void near.destroy()
    const pair = [near, far] as const
    pairs.add(pair)
    near.on('data', (bytes) => mode === 'open' && far.write(bytes))
    far.on('data', (bytes) => mode === 'open' && near.write(bytes))
    for (const [socket, other] of [pair, [far, near] as const])
      socket.on('close', () => {
        pairs.delete(pair)
        other.destroy()
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const [near, far] of pairs) for (const socket of [near, far]) socket.destroy()
  }

  return {
    port: (server.address() as AddressInfo).port,
    /** nothing gets through any more, and nobody says so */
    silence: () => {
      mode = 'silent'
    },
    /** every connection breaks; new ones are let through */
    cut,
    /** every connection breaks, and no new one is let through */
    shut: () => {
      mode = 'shut'
      cut()
    },
    open: (place: Place = target) => {
      target = place
      mode = 'open'
    },
    close: () => {
      cut()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
