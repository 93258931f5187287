/** The part of the package that tests use; it brings no types of its own. */
declare module 's3rver' {
  // biome-ignore lint/style/noDefaultExport: as the package has it
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: readonly { name: string; configs: readonly string[] }[]
    })
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
