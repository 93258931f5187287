import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '#testing/free-port.ts'
import { parseSettings } from '../kernel/settings.ts'
import { createRoleCredentials } from './aws-credentials.ts'
import { createImageStore } from './create-image-store.ts'

const region = 'ap-south-1'
const signed = { accessKeyId: 'ASIA1', secretAccessKey: 'secret', sessionToken: 'session' }
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'credentials-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const toJson = (inMs: number) =>
  JSON.stringify({
    AccessKeyId: signed.accessKeyId,
    SecretAccessKey: signed.secretAccessKey,
    Token: signed.sessionToken,
    Expiration: new Date(Date.now() + inMs).toISOString(),
  })
const anHour = 3_600_000

test('Kubernetes: the token of the service account is exchanged at STS', async () => {
  const tokenFile = join(folder, 'token')
  await writeFile(tokenFile, 'service account\n')
  const received: string[] = []
  const sts = await serve(async (request, reply) => {
    received.push(await text(request))
    reply.end(`<AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult><Credentials>
      <AccessKeyId>ASIA1</AccessKeyId><SecretAccessKey>secret</SecretAccessKey><SessionToken>session</SessionToken>
      <Expiration>${new Date(Date.now() + anHour).toISOString()}</Expiration>
      </Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`)
  })
  const environment = { AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile, AWS_ROLE_ARN: 'arn:aws:iam::1:role/shop', AWS_ENDPOINT_URL_STS: sts }
  expect(await createRoleCredentials({ environment, region })()).toMatchObject(signed)
  expect(Object.fromEntries(new URLSearchParams(received[0]))).toEqual({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: 'arn:aws:iam::1:role/shop',
    RoleSessionName: 'shop',
    WebIdentityToken: 'service account',
  })
})

test('a container: the endpoint of its environment is asked, with its token', async () => {
  const origin = await serve(({ headers, url }, reply) => {
    reply.writeHead(headers.authorization === 'pod' && url === '/v1/credentials' ? 200 : 403).end(toJson(anHour))
  })
  const environment = { AWS_CONTAINER_CREDENTIALS_FULL_URI: `${origin}/v1/credentials`, AWS_CONTAINER_AUTHORIZATION_TOKEN: 'pod' }
  expect(await createRoleCredentials({ environment, region })()).toMatchObject(signed)
})

test('an EC2 instance: its role is asked with a token, and again only before the credentials expire', async () => {
  let lifetimeMs = 60_000
  let answers = 0
  const origin = await serve(({ method, url, headers }, reply) => {
    if (method === 'PUT' && url === '/latest/api/token') return reply.end('metadata token')
    if (headers['x-aws-ec2-metadata-token'] !== 'metadata token') return reply.writeHead(401).end()
    if (url === '/latest/meta-data/iam/security-credentials/') return reply.end('shop-role\n')
    if (url !== '/latest/meta-data/iam/security-credentials/shop-role') return reply.writeHead(404).end()
    answers += 1
    return reply.end(toJson(lifetimeMs))
  })
  const getCredentials = createRoleCredentials({ environment: { AWS_EC2_METADATA_SERVICE_ENDPOINT: origin }, region })
  expect(await getCredentials()).toMatchObject(signed)
  lifetimeMs = anHour
  await Promise.all([getCredentials(), getCredentials()])
  await getCredentials()
  expect(answers).toBe(2)
})

const bucketWith = (change: Record<string, string>) => parseSettings({ DATA_DIR: folder, ...change })

test('requests to the bucket have the session token of temporary keys', async () => {
  const tokens: unknown[] = []
  const store = await serve((request, reply) => {
    tokens.push(request.headers['x-amz-security-token'])
    request.resume()
    reply.end()
  })
  const keys = { AWS_ACCESS_KEY_ID: 'ASIA1', AWS_SECRET_ACCESS_KEY: 'secret', AWS_SESSION_TOKEN: 'session' }
  await createImageStore({ settings: bucketWith({ IMAGE_STORE: `s3://images?endpoint=${store}`, ...keys }) })
  const role = await serve((_request, reply) => reply.end(toJson(anHour)))
  const environment = { AWS_CONTAINER_CREDENTIALS_FULL_URI: role }
  await createImageStore({ settings: bucketWith({ IMAGE_STORE: `s3://images?endpoint=${store}` }), environment })
  expect(tokens).toEqual(['session', 'session', 'session', 'session'])
})

test('without keys and without a role the start names the settings', async () => {
  const environment = { AWS_EC2_METADATA_SERVICE_ENDPOINT: `http://127.0.0.1:${await findFreePort()}` }
  const attempt = createImageStore({ settings: bucketWith({ IMAGE_STORE: 's3://images' }), environment })
  await expect(attempt).rejects.toThrow(
    /^Setting IMAGE_STORE: no AWS credentials \(.*ECONNREFUSED.*\)\. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the server an IAM role\.$/,
  )
})
