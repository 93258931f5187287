/** As long as the server stores it. */
const maxLength = 1_600

/** A smaller copy of a photo, which a slow line sends in a few seconds. The photo itself when the browser cannot read it. */
export async function shrinkPhoto(photo: File): Promise<File> {
  try {
    const bitmap = await createImageBitmap(photo, { imageOrientation: 'from-image' })
    const scale = maxLength / Math.max(bitmap.width, bitmap.height)
    if (scale >= 1) return photo
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
    return smaller ? new File([smaller], 'photo.jpg', { type: smaller.type }) : photo
  } catch {
    return photo
  }
}
