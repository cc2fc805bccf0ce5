/** In pixels: enough to read a photographed page. */
const LONGEST_SIDE = 3_000;
const QUALITY = 0.85;
const SMALLER = 0.75;
const TRIES = 8;

/** An upright JPEG under `limit` bytes without EXIF data (place, time, device); null if it is not a picture. */
export async function shrunkPicture(picture: Blob, limit: number): Promise<Blob | null> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' }).catch(() => null);
  if (!bitmap) return null;
  try {
    let scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
    for (let tries = 0; tries < TRIES; tries += 1) {
      const drawn = await drawnAt(bitmap, scale);
      if (drawn && drawn.size < limit) return drawn;
      scale *= SMALLER;
    }
    return null;
  } finally {
    bitmap.close();
  }
}

function drawnAt(bitmap: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.resolve(null);
  // JPEG has no transparency, which would turn black.
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
