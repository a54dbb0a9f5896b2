import { type Crop, type Size, sourceSquare } from './crop-math.ts';

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'];
/** Of the file that is chosen. What is sent is the part of it that is shown, made small. */
const largestFile = 20_000_000;
const avatarSide = 512;
const quality = 0.9;

/** A file of the person, ready to be shown and cut. `close` gives its memory back. */
export interface ChosenPicture {
  image: HTMLImageElement;
  size: Size;
  url: string;
  close: () => void;
}

/** Says in one sentence why this file cannot be a picture. */
export class PictureProblem extends Error {
  override name = 'PictureProblem';
}

export async function readPicture(file: File): Promise<ChosenPicture> {
  if (!pictureTypes.includes(file.type)) throw new PictureProblem('Please choose a JPEG, PNG or WebP picture.');
  if (file.size > largestFile) throw new PictureProblem('This file is larger than 20 MB. Please choose a smaller one.');
  const url = URL.createObjectURL(file);
  const close = () => URL.revokeObjectURL(url);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    close();
    throw new PictureProblem('This picture cannot be read. The file may be damaged.');
  }
  return { image, size: { width: image.naturalWidth, height: image.naturalHeight }, url, close };
}

/** The square as a small picture: WebP, or JPEG where the browser makes none. Nothing else of the file is in it. */
export async function cutPicture({ image, size }: ChosenPicture, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = avatarSide;
  canvas.height = avatarSide;
  const context = canvas.getContext('2d');
  if (!context) throw new PictureProblem('This browser cannot cut pictures.');
  context.imageSmoothingQuality = 'high';
  const { left, top, side } = sourceSquare(size, crop);
  context.drawImage(image, left, top, side, side, 0, 0, avatarSide, avatarSide);
  const webp = await encode(canvas, 'image/webp');
  if (webp?.type === 'image/webp') return webp;
  // A JPEG has no transparency: what shows through would become black.
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = 'white';
  context.fillRect(0, 0, avatarSide, avatarSide);
  const jpeg = await encode(canvas, 'image/jpeg');
  if (!jpeg) throw new PictureProblem('This browser cannot store pictures.');
  return jpeg;
}

const encode = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
