import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { isAbsolute, join } from 'node:path'

interface SocketLocation {
  readonly host: string
  readonly port: number
}

/** A TCP proxy in front of a database, to simulate network faults. */
export async function startDatabaseProxy(initialTarget: SocketLocation) {
  let target = initialTarget
  let mode: 'open' | 'hanging' | 'rejecting' = 'open'
  const pairs = new Set<readonly [Socket, Socket]>()

  const server = createServer((client) => {
    client.on('error', () => upstream.destroy())
    const { host, port } = target
    const upstream = isAbsolute(host) ? connect(join(host, `.s.PGSQL.${port}`)) : connect({ host, port })
    upstream.on('error', () => client.destroy())
    if (mode === 'rejecting') return void client.destroy()
    const pair = [client, upstream] as const
    pairs.add(pair)
    client.on('data', (bytes) => mode === 'open' && upstream.write(bytes))
    upstream.on('data', (bytes) => mode === 'open' && client.write(bytes))
    for (const [socket, other] of [pair, [upstream, client] as const])
      socket.on('close', () => {
        pairs.delete(pair)
        other.destroy()
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const dropConnections = () => {
    for (const sockets of pairs) for (const socket of sockets) socket.destroy()
  }

  return {
    port: (server.address() as AddressInfo).port,
    /** keeps all connections open but forwards nothing */
    hang: () => {
      mode = 'hanging'
    },
    /** breaks all connections; new ones are accepted */
    dropConnections,
    /** breaks all connections and rejects new ones */
    rejectConnections: () => {
      mode = 'rejecting'
      dropConnections()
    },
    /** forwards again, if given to another target */
    restore: (newTarget: SocketLocation = target) => {
      target = newTarget
      mode = 'open'
    },
    close: () => {
      dropConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
