import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** The keys that the server accepts. */
export const s3Keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

/** Starts a local S3 server with one bucket, in a temporary folder. */
export async function startS3Server({ bucket, port: requestedPort = 0 }: { bucket: string; port?: number }) {
  const directory = await mkdtemp(join(tmpdir(), 's3-test-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: requestedPort,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
