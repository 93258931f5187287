import pg from 'pg'

/** Postgres's word for a write on a server that may only be read. */
const readOnly = '25006'

/** The parts of `pg`'s own connection that its types leave out. */
interface Wire {
  readonly connection: { readonly stream: { destroy(): void }; on(event: 'errorMessage', hear: (error: pg.DatabaseError) => void): void }
}

/** Different statements of the program so far, each with its name. Some are built from what is asked, so there is a limit. */
const names = new Map<string, string>()
const mostNames = 500

/** What `*` stands for changes with the tables, and a statement that is kept must not. */
const openEnded = /(select|returning|\.)\s*\*/i

/** The name under which a connection keeps a statement that it has read once; undefined for one that it should forget. */
function nameStatement(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostNames || openEnded.test(text)) return known
  const name = `shop ${names.size}`
  names.set(text, name)
  return name
}

/** A connection that is made for a long life: neither its loss nor a failover harms more than what is under way on it. */
export class LastingClient extends pg.Client {
  readonly #patience: number

  constructor(config: pg.ClientConfig = {}) {
    super({ ...config, query_timeout: 0 })
    this.#patience = config.query_timeout ?? 0
    // Its loss is told to the query under way, and to the pool while there is none. But between the queries of a
    // transaction nobody listens, and an 'error' that nobody hears ends the process.
    this.on('error', () => {})
    const { connection } = this as unknown as Wire
    // A primary that became a standby keeps its connections; whoever writes over one would fail for ever.
    connection.on('errorMessage', ({ code }) => {
      if (code === readOnly) this.cut()
    })
  }

  /**
   * One signature instead of pg's many: every statement of the shop comes as text and values. pg's own promise and its own
   * timeout hang functions into the query, which V8 puts among what is old at once, and what they hold with them, such as the
   * rows and the request that asked for them, stays until the next big collection. A function that is handed over does not.
   */
  override query(text: unknown, values?: unknown, ...rest: unknown[]): never {
    const ask = super.query as (...given: unknown[]) => never
    if (typeof text !== 'string' || typeof values === 'function' || rest.length > 0) return ask.call(this, text, values, ...rest)
    const name = Array.isArray(values) && values.length > 0 ? nameStatement(text) : undefined
    const answer = new Promise((resolve, reject) => {
      // The connection is left waiting; whoever gives it back lets it go (`dropStuck`).
      const impatience = this.#patience > 0 ? setTimeout(() => reject(new Error('Query read timeout')), this.#patience) : undefined
      ask.call(this, { name, text, values }, (problem: Error | null, result: unknown) => {
        clearTimeout(impatience)
        if (problem) reject(problem)
        else resolve(result)
      })
    })
    return answer.catch((problem: Error) => {
      // To where the question came from, instead of to the socket on which the answer did.
      Error.captureStackTrace(problem)
      throw problem
    }) as never
  }

  /** Breaks it off at once, together with what is under way. */
  cut(): void {
    const { connection } = this as unknown as Wire
    connection.stream.destroy()
  }
}
