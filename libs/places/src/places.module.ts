import { Module } from '@nestjs/common';
import { Places } from './places.js';
import { PlacesController } from './places.controller.js';

@Module({ controllers: [PlacesController], providers: [Places] })
export class PlacesModule {}
