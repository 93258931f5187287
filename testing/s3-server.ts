import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** The one account that the server knows. */
export const s3Keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

/** A store that speaks S3, on this machine and in a folder of its own, with one bucket. */
export async function startS3({ bucket, port: asked = 0 }: { bucket: string; port?: number }) {
  const directory = await mkdtemp(join(tmpdir(), 's3-test-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: asked,
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
