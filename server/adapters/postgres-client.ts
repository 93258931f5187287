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
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // Its loss is told to the query under way, and to the pool while there is none. But between the queries of a
    // transaction nobody listens, and an 'error' that nobody hears ends the process.
    this.on('error', () => {})
    const { connection } = this as unknown as Wire
    // A primary that became a standby keeps its connections; whoever writes over one would fail for ever.
    connection.on('errorMessage', ({ code }) => {
      if (code === readOnly) this.cut()
    })
  }

  // One signature instead of pg's many: every statement of the shop comes as text and values.
  override query(text: unknown, values?: unknown, ...rest: unknown[]): never {
    const ask = super.query as (...given: unknown[]) => never
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameStatement(text) : undefined
    return name === undefined ? ask.call(this, text, values, ...rest) : ask.call(this, { name, text, values }, ...rest)
  }

  /** Breaks it off at once, together with what is under way. */
  cut(): void {
    const { connection } = this as unknown as Wire
    connection.stream.destroy()
  }
}
