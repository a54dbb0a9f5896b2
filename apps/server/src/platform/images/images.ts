export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp';

export interface CleanImage {
  bytes: Uint8Array;
  type: ImageType;
  width: number;
  height: number;
}

/** Pictures from outside. Adapter: `sharp-images.ts`. */
export interface Images {
  /**
   * Decodes a picture and encodes it anew in its own format: upright, at most `maximumSide` pixels a side, without any metadata (place,
   * camera, colour profile, comments, whatever stood behind the picture's end). Null: it is no picture of a known type, is damaged, or
   * is larger than what is worth decoding.
   */
  clean(bytes: Uint8Array, options: { maximumSide: number }): Promise<CleanImage | null>;
}
