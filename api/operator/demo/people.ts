const FIRST_NAMES =
  'Ada Aling Amihan Ana Andres Angel Bayani Bea Benjie Bituin Carlo Carmela Clarissa Dalisay Dante Diego Divina Elena Eloisa Emilio Enzo Ethan Fe Felix Gabriel Gina Grace Hana Hiraya Ian Ines Isko Jasmine Jerome Jonas Joy Juan Kai Karen Kidlat Kiko Ligaya Lito Liza Luis Luningning Marco Mara Mariel Mateo Maya Miguel Nadia Nena Nico Olive Oscar Paolo Pilar Priya Rafael Ramon Reyna Rico Rosa Samir Sinag Sofia Tala Teresa Tomas Uma Victor Vida Wei Yara Ysabel Zaldy'.split(
    ' ',
  );
const LAST_NAMES =
  'Abad Aguilar Aquino Bautista Bonifacio Castillo Castro Cruz Dela-Cruz Del-Rosario Dimaculangan Domingo Encarnacion Espiritu Fernandez Flores Garcia Gonzales Guerrero Hernandez Ibarra Jacinto Lacson Lim Lopez Luna Macaraeg Magsaysay Manalo Marquez Mendoza Mercado Nakpil Navarro Ocampo Ong Pangilinan Pascual Perez Ponce Quezon Ramos Reyes Rivera Rizal Romero Salazar Salonga Santiago Santos Silang Soriano Sy Tan Torres Valdez Velasco Villanueva Yap Zamora'.split(
    ' ',
  );

export const CITIES = [
  'Manila',
  'Quezon City',
  'Cebu',
  'Davao',
  'Makati',
  'Baguio',
  'Iloilo',
  'Singapore',
  'Jakarta',
  'Dubai',
];

export const MOTIVATIONS = [
  'I have worked in a call centre for six years. Last year I automated our weekly report with a spreadsheet formula and felt more alive than in all the years before. I want to do that for a living.',
  'My sister studied with you and now works for a shipping company. I watched her learn and thought: I can do this too.',
  'I teach mathematics at a secondary school. I like explaining things to people; I would like to learn to explain things to machines.',
  'I started three online courses and finished none. I need people around me, deadlines, and someone who tells me when I am wrong.',
  'We run a small bakery and I made our order page myself. It breaks every Christmas. I want to know why.',
  'I studied architecture, but what I enjoyed was the scripts that drew the plans.',
  'After the baby I want to come back to work that I can do from home, and that grows with me.',
  'I want to build an app for the farmers’ cooperative of my parents. They still count sacks on paper.',
  'I am a nurse on night shifts. Software is the first thing I have found that I read about when I am tired.',
  'Honestly: for the salary. But I have been coding in the evenings for months now and I do not want to stop.',
];

export const JOBS = [
  'Call-centre agent',
  'Teacher',
  'Accountant',
  'Nurse',
  'Barista',
  'Graphic designer',
  'Seafarer',
  'Student',
  'Shop owner',
  'Network technician',
  'Freelance writer',
];

export const COMMENTS = [
  'Strong motivation, writes clearly.',
  'Asked about the evening group. Told her both start in the same week.',
  'Called twice, no answer. Trying again on Monday.',
  'Very good interview. Curious, honest about gaps.',
  'Needs to clear the dates with his employer first.',
  'Wants to pay monthly. Finance will send an offer.',
  'Referred by an alumna. Say thank you!',
  'Laptop is too old; offered one of ours for the first month.',
  'English reading could be a struggle in week 1. Pair with Tala.',
  'Moved the interview because of the typhoon.',
];

export const SOURCES = [
  { source: 'Facebook', weight: 22 },
  { source: 'Instagram', weight: 12 },
  { source: 'From a Friend/Family/Alumni', weight: 15 },
  { source: 'Google Search', weight: 14 },
  { source: 'LinkedIn', weight: 8 },
  { source: 'YouTube', weight: 6 },
  { source: 'ChatGPT/Gemini/Claude/AI', weight: 6 },
  { source: 'Reddit', weight: 4 },
  { source: 'Reviews (Career Karma and Course Report)', weight: 3 },
  { source: 'Onsite Events', weight: 3 },
  { source: 'Study International', weight: 1 },
  { source: 'Others', weight: 2 },
  { source: 'google', medium: 'cpc', campaign: 'full-stack-launch', weight: 8 },
  { source: 'facebook', medium: 'paid-social', campaign: 'career-change', content: 'baker-story', weight: 7 },
  { source: 'newsletter', medium: 'email', campaign: 'alumni-letter', weight: 3 },
] as const;

/** Mulberry32: every demo of the same size is equal. */
export function createDice(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number): number => low + next() * (high - low);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(next() * items.length)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  };
  const pickWeighted = <Item extends { readonly weight: number }>(items: readonly Item[]): Item => {
    let rest = next() * items.reduce((sum, { weight }) => sum + weight, 0);
    for (const item of items) {
      rest -= item.weight;
      if (rest <= 0) return item;
    }
    return pick(items);
  };
  return { next, between, pick, pickWeighted, happens: (chance: number) => next() < chance };
}

export type Dice = ReturnType<typeof createDice>;

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phoneNumber: string;
}

export function createPerson(dice: Dice, n: number): Person {
  const firstName = n === 0 ? 'Ada' : dice.pick(FIRST_NAMES);
  const lastName = n === 0 ? 'Santos' : dice.pick(LAST_NAMES).replace('-', ' ');
  const handle = `${firstName}.${lastName}`.toLowerCase().replaceAll(' ', '');
  return {
    firstName,
    lastName,
    email: n === 0 ? 'ada@applicant.example' : `${handle}.${n}@applicant.example`,
    phoneNumber: `+63 9${String(Math.floor(dice.between(100_000_000, 999_999_999)))}`,
  };
}
