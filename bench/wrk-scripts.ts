/** Lua scripts for wrk. Strings are written as JSON, whose escapes Lua reads alike for the ASCII text of these requests. */
const toLua = (text: string): string => JSON.stringify(text)

const toTable = (texts: readonly string[]): string => `{${texts.map(toLua).join(',')}}`

/** A number that differs between runs, so that no run repeats the requests of the one before. */
const seed = 'math.randomseed(os.time())\nlocal run = math.random(1000000000)\n'

interface Questions {
  readonly paths: readonly string[]
  /** adds an ignored parameter, which makes each URL a new one for the cache */
  readonly isNew?: boolean
}

/** Asks for all paths in turn, in random order. */
export function askInTurn({ paths, isNew = false }: Questions): { script: string } {
  const shuffled = paths.toSorted(() => Math.random() - 0.5)
  const separated = isNew ? shuffled.map((path) => `${path}${path.includes('?') ? '&' : '?'}turn=`) : shuffled
  return {
    script: `${seed}
local paths = ${toTable(separated)}
local turn = run % #paths
request = function()
  turn = turn + 1
  return wrk.format('GET', paths[turn % #paths + 1]${isNew ? ' .. run .. "-" .. turn' : ''}, wrk.headers)
end
`,
  }
}

interface Posts {
  readonly path: string
  /** one of them each time; `PHONE` becomes a phone number that no other request has */
  readonly bodies: readonly string[]
}

/** Posts JSON, each time as another person at another IP address, with a key of its own. */
export function post({ path, bodies }: Posts): { script: string } {
  return {
    script: `${seed}
local bodies = ${toTable(bodies)}
local turn = 0
request = function()
  turn = turn + 1
  local phone = tostring(math.random(900000, 999999)) .. string.format('%04d', math.random(0, 9999))
  local body = string.gsub(bodies[math.random(#bodies)], 'PHONE', phone)
  local ip = math.random(1, 223) .. '.' .. math.random(0, 255) .. '.' .. math.random(0, 255) .. '.' .. math.random(1, 254)
  local headers = { ['Accept-Encoding'] = 'br, gzip', ['Content-Type'] = 'application/json', ['X-Forwarded-For'] = ip, ['Idempotency-Key'] = 'bench-' .. run .. '-' .. turn }
  return wrk.format('POST', ${toLua(path)}, headers, body)
end
`,
  }
}
