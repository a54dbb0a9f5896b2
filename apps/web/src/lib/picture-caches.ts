/** Where the service worker keeps pictures: of articles, and of people. Both tell what a person has read and with whom. */
export const articlePictures = 'cairn-images';
export const peoplePictures = 'cairn-avatars';
