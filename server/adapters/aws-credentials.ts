import { readFile } from 'node:fs/promises'

/** What signs requests to AWS. */
export interface AwsCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}
interface TemporaryCredentials extends AwsCredentials {
  readonly expiresAt: number
}
interface RoleOptions {
  /** the variables that AWS sets, by the names of its SDKs */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly region: string
}

/** Before they expire, so that no request is signed with credentials that end on the way. */
const renewBeforeMs = 5 * 60_000

/** Away from AWS nothing answers at the metadata address. */
const timeoutMs = 2_000

async function send(url: string, init: RequestInit = {}): Promise<string> {
  const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${new URL(url).host} answered ${reply.status} to the request for credentials`)
  return text
}

function parseCredentials(json: string): TemporaryCredentials {
  const { AccessKeyId, SecretAccessKey, Token, Expiration } = JSON.parse(json) as Record<string, string>
  if (!AccessKeyId || !SecretAccessKey || !Token) throw new Error('The metadata service sent no credentials')
  return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: Token, expiresAt: Date.parse(Expiration ?? '') }
}

/** Kubernetes (IAM roles for service accounts): a token in a file, which STS exchanges for credentials. */
async function assumeRole({ environment, region }: RoleOptions, tokenFile: string): Promise<TemporaryCredentials> {
  const { AWS_ROLE_ARN = '', AWS_ROLE_SESSION_NAME = 'shop', AWS_ENDPOINT_URL_STS = `https://sts.${region}.amazonaws.com` } = environment
  const body = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: AWS_ROLE_ARN,
    RoleSessionName: AWS_ROLE_SESSION_NAME,
    WebIdentityToken: (await readFile(tokenFile, 'utf8')).trim(),
  })
  const xml = await send(AWS_ENDPOINT_URL_STS, { method: 'POST', body })
  const read = (tag: string) => new RegExp(`<${tag}>([^<]+)</${tag}>`).exec(xml)?.[1]
  const [AccessKeyId, SecretAccessKey, Token, Expiration] = ['AccessKeyId', 'SecretAccessKey', 'SessionToken', 'Expiration'].map(read)
  return parseCredentials(JSON.stringify({ AccessKeyId, SecretAccessKey, Token, Expiration }))
}

/** ECS, and EKS Pod Identity: an HTTP endpoint beside the container. */
async function askContainer({ environment }: RoleOptions, url: string): Promise<TemporaryCredentials> {
  const { AWS_CONTAINER_AUTHORIZATION_TOKEN: token, AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: tokenFile } = environment
  const authorization = tokenFile ? (await readFile(tokenFile, 'utf8')).trim() : token
  return parseCredentials(await send(url, { headers: authorization ? { authorization } : {} }))
}

/** EC2: the role of the instance (IMDSv2). */
async function askInstance({ environment }: RoleOptions): Promise<TemporaryCredentials> {
  const { AWS_EC2_METADATA_SERVICE_ENDPOINT: origin = 'http://169.254.169.254' } = environment
  const lifetime = { 'x-aws-ec2-metadata-token-ttl-seconds': '60' }
  const token = await send(`${origin}/latest/api/token`, { method: 'PUT', headers: lifetime })
  const headers = { 'x-aws-ec2-metadata-token': token }
  const roles = `${origin}/latest/meta-data/iam/security-credentials/`
  const [role = ''] = (await send(roles, { headers })).split('\n')
  return parseCredentials(await send(roles + role.trim(), { headers }))
}

/** Returns the current credentials of the server's IAM role: of Kubernetes, of the container or of the EC2 instance, in this order. */
export function createRoleCredentials(options: RoleOptions): () => Promise<AwsCredentials> {
  const { AWS_WEB_IDENTITY_TOKEN_FILE, AWS_CONTAINER_CREDENTIALS_RELATIVE_URI, AWS_CONTAINER_CREDENTIALS_FULL_URI } = options.environment
  const containerUrl = AWS_CONTAINER_CREDENTIALS_RELATIVE_URI
    ? `http://169.254.170.2${AWS_CONTAINER_CREDENTIALS_RELATIVE_URI}`
    : AWS_CONTAINER_CREDENTIALS_FULL_URI
  const request = () => {
    if (AWS_WEB_IDENTITY_TOKEN_FILE) return assumeRole(options, AWS_WEB_IDENTITY_TOKEN_FILE)
    return containerUrl ? askContainer(options, containerUrl) : askInstance(options)
  }
  let known: TemporaryCredentials | undefined
  let renewal: Promise<TemporaryCredentials> | undefined
  return async () => {
    if (known && known.expiresAt - renewBeforeMs > Date.now()) return known
    // Requests at the same time share one renewal.
    renewal ??= request().finally(() => {
      renewal = undefined
    })
    known = await renewal
    return known
  }
}
