/** Where pictures are kept. Keys are paths such as `masters/kurinji-tee-1f0c.webp`. */
export interface ImageStore {
  /** undefined when there is none under this key */
  read(key: string): Promise<Buffer | undefined>
  write(key: string, bytes: Buffer): Promise<void>
}
