/**
 * Redraws a picture for upload as a square of 256 pixels. Other data in the file, such as the place where a
 * photo was taken, does not leave the device.
 */
const SIDE = 256

/** Null for what is no picture. `cover` cuts off what is longer; otherwise all of it is there, with room at its sides. */
export async function squared(file: File, cover: boolean): Promise<File | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (picture === null) return null
  const canvas = new OffscreenCanvas(SIDE, SIDE)
  const { width, height } = picture
  const scale = cover ? SIDE / Math.min(width, height) : SIDE / Math.max(width, height)
  const [wide, high] = [width * scale, height * scale]
  canvas.getContext('2d')?.drawImage(picture, (SIDE - wide) / 2, (SIDE - high) / 2, wide, high)
  picture.close()
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  return new File([blob], 'picture.png', { type: 'image/png' })
}
