const ENGLISH = new Set(
  (
    'accountant architect attorney bakery bank bar barber bookstore brewery butcher cafe cafeteria ' +
    'campground carpenter casino church clinic club company contractor dealer dentist diner ' +
    'distillery electrician florist gallery garage gym hospital hotel jeweler laundry lawyer ' +
    'library locksmith maker market motel museum office optician park pharmacy photographer ' +
    'plumber pub resort restaurant roaster roofer salon school shop station stonemason store ' +
    'studio tailor theater union university veterinarian winery'
  ).split(' '),
);

const SPANISH = new Set(
  (
    'banco bar bodega cafetería carnicería carpintería cerrajería cervecería cine clínica ' +
    'cooperativa dentista electricista escuela espacio estudio ferretería floristería galería ' +
    'gasolinera gimnasio heladería hospital hotel iglesia imprenta joyería juguetería lavandería ' +
    'librería mueblería museo panadería peluquería pescadería quesería restaurante sastrería ' +
    'taller teatro tienda vivero zapatería óptica'
  ).split(' '),
);

/** Returns the plural of a category, such as "Bicycle shops". Unknown words stay as they are. */
export function englishPlural(name: string): string {
  const last = /[a-z]+$/i.exec(name)?.[0];
  if (!last || !ENGLISH.has(last.toLowerCase())) return name;
  if (/[^aeiou]y$/.test(last)) return `${name.slice(0, -1)}ies`;
  return name + (/(?:s|x|ch|sh)$/.test(last) ? 'es' : 's');
}

/** Returns the plural of a category, such as "Tiendas de ropa". Others stay as they are. */
export function spanishPlural(name: string): string {
  const [, first = '', rest = ''] = /^(\p{L}+)( de .+)?$/u.exec(name) ?? [];
  if (!SPANISH.has(first.toLowerCase())) return name;
  return first + ('aeiouáéíóú'.includes(first.at(-1)!.toLowerCase()) ? 's' : 'es') + rest;
}
