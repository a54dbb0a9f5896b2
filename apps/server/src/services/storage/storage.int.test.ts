import { join } from 'node:path';
import { createWorld, type World } from '@cairn/testkit/world';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import ws from 'ws';
import { createDiskBlobs } from '../../platform/blobs/disk-blobs.ts';
import { createPgDb } from '../../platform/db/pg-db.ts';
import { silentLogger } from '../../platform/logging/logger.ts';
import { createStorageService } from './storage-service.ts';
import { createStorageStore } from './storage-store.ts';

let world: World;
let alice: SupabaseClient;
let bob: SupabaseClient;
let anonymous: SupabaseClient;
beforeAll(async () => {
  world = await createWorld();
  const connect = async (person?: { email: string; password: string }) => {
    const client = createClient(world.url, world.anonKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: ws as never },
    });
    if (person) await client.auth.signInWithPassword(person);
    return client;
  };
  [alice, bob, anonymous] = await Promise.all([connect(world.alice), connect(world.bob), connect()]);
});
afterAll(() => world.close());
beforeEach(async () => {
  await alice.storage.from('avatars').remove([nameOf(world.alice)]);
});

const nameOf = ({ id }: { id: string }) => `${id}/avatar`;
const place = 'GPS-PLACE-OF-HOME';
/** A picture with metadata, turned on its side. */
const photo = async (format: 'jpeg' | 'png' | 'webp' = 'jpeg', side = 300): Promise<Blob> => {
  const image = sharp({ create: { width: side, height: Math.round(side / 2), channels: 3, background: '#156' } })
    .toFormat(format)
    .withExif({ IFD0: { ImageDescription: place } })
    .withMetadata({ orientation: 6, exif: { IFD0: { ImageDescription: place } } });
  return new Blob([new Uint8Array(await image.toBuffer())], { type: `image/${format}` });
};
const upload = (client: SupabaseClient, name: string, file: Blob, upsert = false) =>
  client.storage.from('avatars').upload(name, file, { upsert, contentType: file.type });
const statusOf = (error: unknown) => (error as { statusCode?: string } | null)?.statusCode;
const blobCount = async () => {
  const { readdir } = await import('node:fs/promises');
  const entries = await readdir(`${world.config.dataDir}/blobs`, { recursive: true }).catch(() => []);
  return entries.filter((name) => name.includes('/')).length;
};

describe('who may not', () => {
  it('upload: nobody without an account, nobody in the place of another, nobody under another name', async () => {
    const picture = await photo();
    const attempts = [
      await upload(anonymous, nameOf(world.alice), picture),
      await upload(bob, nameOf(world.alice), picture),
      await upload(bob, nameOf(world.alice), picture, true),
      await upload(alice, `${world.alice.id}/second`, picture),
      await upload(alice, 'avatar', picture),
    ];
    expect(attempts.map(({ error }) => statusOf(error))).toEqual(['403', '403', '403', '403', '403']);
    expect(await blobCount()).toBe(0);
  });

  it('replace or remove what belongs to another', async () => {
    await upload(alice, nameOf(world.alice), await photo());
    expect((await upload(bob, nameOf(world.alice), await photo(), true)).error).not.toBeNull();
    const { data } = await bob.storage.from('avatars').remove([nameOf(world.alice)]);
    expect(data).toEqual([]);
    expect((await bob.storage.from('avatars').download(nameOf(world.alice))).error).not.toBeNull();
    expect((await alice.storage.from('avatars').download(nameOf(world.alice))).error).toBeNull();
  });

  it('lead a name out of its bucket', async () => {
    for (const name of ['..%2f..%2fsecrets%2fjwt.json', '%2e%2e/secrets', 'a/../b', 'a//b']) {
      const response = await fetch(`${world.url}/storage/v1/object/public/avatars/${name}`);
      expect([400, 404]).toContain(response.status);
    }
  });
});

describe('what may not be uploaded', () => {
  it('is what is no picture, whatever it calls itself', async () => {
    const script = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'], {
      type: 'image/svg+xml',
    });
    const disguised = new Blob(['<html><script>alert(1)</script>'], { type: 'image/png' });
    expect(statusOf((await upload(alice, nameOf(world.alice), script)).error)).toBe('415');
    expect(statusOf((await upload(alice, nameOf(world.alice), disguised)).error)).toBe('422');
    const cutShort = (await photo()).slice(0, 400, 'image/jpeg');
    expect(statusOf((await upload(alice, nameOf(world.alice), cutShort)).error)).toBe('422');
  });

  it('is what is too large, in bytes or in pixels', async () => {
    const heavy = new Blob([new Uint8Array(5_242_881)], { type: 'image/png' });
    expect(statusOf((await upload(alice, nameOf(world.alice), heavy)).error)).toBe('413');
    const huge = await sharp({ create: { width: 8000, height: 6000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    const bomb = new Blob([new Uint8Array(huge)], { type: 'image/png' });
    expect(statusOf((await upload(alice, nameOf(world.alice), bomb)).error)).toBe('422');
  });

  it('goes to no bucket that does not exist', async () => {
    const { error } = await alice.storage.from('elsewhere').upload('x', await photo());
    expect(statusOf(error)).toBe('404');
  });
});

describe('a picture', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'in %s comes back upright, small, and without its metadata',
    async (format) => {
      const sent = await photo(format, 3000);
      expect(Buffer.from(await sent.arrayBuffer()).includes(place)).toBe(true);
      const { data, error } = await upload(alice, nameOf(world.alice), sent, true);
      expect(error).toBeNull();
      expect(data?.fullPath).toBe(`avatars/${nameOf(world.alice)}`);
      const { publicUrl } = anonymous.storage.from('avatars').getPublicUrl(nameOf(world.alice)).data;
      const response = await fetch(publicUrl);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get('content-type')).toBe(`image/${format}`);
      expect(response.headers.get('content-security-policy')).toContain('sandbox');
      expect(bytes.includes(place)).toBe(false);
      const { width, height, exif } = await sharp(bytes).metadata();
      expect([width, height, exif]).toEqual([512, 1024, undefined]);
    },
  );

  it('is replaced as a whole, and what it replaced is gone from the disk', async () => {
    await upload(alice, nameOf(world.alice), await photo('jpeg'));
    expect(statusOf((await upload(alice, nameOf(world.alice), await photo('png'))).error)).toBe('409');
    expect((await upload(alice, nameOf(world.alice), await photo('png'), true)).error).toBeNull();
    expect(await blobCount()).toBe(1);
    const { data } = await alice.storage.from('avatars').download(nameOf(world.alice));
    expect(data?.type).toBe('image/png');
  });

  it('is not sent again to who has it', async () => {
    await upload(alice, nameOf(world.alice), await photo());
    const { publicUrl } = anonymous.storage.from('avatars').getPublicUrl(nameOf(world.alice)).data;
    const etag = (await fetch(publicUrl)).headers.get('etag') ?? '';
    const again = await fetch(publicUrl, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  it('is listed, described and removed by its owner', async () => {
    await upload(alice, nameOf(world.alice), await photo());
    const files = alice.storage.from('avatars');
    expect((await files.list(world.alice.id)).data?.map(({ name }) => name)).toEqual(['avatar']);
    expect((await bob.storage.from('avatars').list(world.alice.id)).data).toEqual([]);
    expect((await files.info(nameOf(world.alice))).data?.name).toBe(nameOf(world.alice));
    expect((await files.exists(nameOf(world.alice))).data).toBe(true);
    expect((await files.remove([nameOf(world.alice)])).data).toHaveLength(1);
    const { publicUrl } = files.getPublicUrl(nameOf(world.alice)).data;
    expect((await fetch(publicUrl)).status).toBe(404);
    expect(await blobCount()).toBe(0);
  });
});

it('bytes that no row names are removed once they are old, and only those', async () => {
  await upload(alice, nameOf(world.alice), await photo());
  const directory = join(world.config.dataDir, 'blobs');
  const orphan = '0a0a0a0a-0000-4000-8000-000000000000';
  const blobs = createDiskBlobs({ directory });
  await blobs.put(orphan, new Uint8Array([1]));
  const db = createPgDb({
    connectionString: world.connectionString,
    logger: silentLogger,
    poolSize: 1,
    statementTimeoutMs: 5000,
  });
  let now = Date.now();
  const service = createStorageService({
    store: createStorageStore(db),
    blobs,
    images: { clean: async () => null },
    clock: { now: () => now },
    logger: silentLogger,
    maximumBytes: 1,
  });
  expect(await service.removeOrphans()).toBe(0);
  now += 2 * 3_600_000;
  expect(await service.removeOrphans()).toBe(1);
  expect(await blobs.get(orphan)).toBeNull();
  expect((await alice.storage.from('avatars').download(nameOf(world.alice))).error).toBeNull();
  await db.close();
});
